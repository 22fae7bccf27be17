# TAP 13 by Perl's TAP::Parser, the one behind `prove`.
. "$2/runs.sh"

perl -MTAP::Parser -e 1 2>/dev/null || skip "Perl's TAP::Parser"
make tap
cat >read.pl <<'END'
use strict;
use TAP::Parser;
open my $file, '<', $ARGV[0] or die;
my $text = do { local $/; <$file> };
my $parser = TAP::Parser->new({ tap => $text });
my ($blocks, $bailed, $unknown, $directives) = (0, 0, 0, 0);
while (my $r = $parser->next) {
    $blocks++ if $r->is_yaml;
    $bailed++ if $r->is_bailout;
    $unknown++ if $r->is_unknown;
    $directives++ if $r->is_test && $r->has_directive;
}
printf "version %d plan %s run %d passed %d blocks %d bailed %d unknown %d "
     . "directives %d errors %s\n", $parser->version,
    $parser->tests_planned, $parser->tests_run, scalar($parser->actual_passed),
    $blocks, $bailed, $unknown, $directives,
    join('; ', $parser->parse_errors) || 'none';
END

# told NAME TEXT: what the parser says of the file
told() {
    perl read.pl "$1.out" >said || fail "$1: the parser died"
    says said "$2"
}
for run in good odd proved; do
    all=$(($(claims $run true) + $(claims $run false)))
    told $run "version 13 plan $all run $all passed $(claims $run true) blocks $(claims $run false) bailed 0 unknown 0 directives 0 errors none"
done
told early 'bailed 1 unknown 0'
[ "$(claims odd false)" -ge 3 ] || fail 'too few claims fail'
prove -Q -e cat good.out >/dev/null || fail 'prove: good.out'
prove -Q -e cat odd.out >/dev/null 2>&1 && fail 'prove: odd.out passes'
prove -Q -e cat early.out >/dev/null 2>&1 && fail 'prove: early.out passes'
# The test can fail: a missing test is a parse error.
sed '$d' good.out | grep -v '^ok' >bad.out
perl read.pl bad.out | grep -q 'errors none' && fail 'nothing missed a test'
finish
