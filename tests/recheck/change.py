"""A certificate that was changed, with a digest that fits.

    change.py IN OUT PATH VALUE...

PATH is a key, or KEY/KEY; VALUE is JSON.  ~OLD=>NEW replaces a part of the text
at PATH, which must be there.
"""

import json
import sys
import zlib


def main():
    source, target, *changes = sys.argv[1:]
    with open(source, encoding="utf-8") as text:
        certificate = json.load(text)
    if isinstance(certificate, list):
        certificate = certificate[0]
    for path, value in zip(changes[::2], changes[1::2]):
        *outer, key = path.split("/")
        place = certificate
        for name in outer:
            place = place[name]
        if value.startswith("~"):
            old, new = value[1:].split("=>")
            assert old in place[key], (old, place[key])
            place[key] = place[key].replace(old, new)
        else:
            assert place[key] != json.loads(value), path
            place[key] = json.loads(value)
    del certificate["digest"]
    plain = json.dumps(certificate, separators=(",", ":"), sort_keys=True,
                       ensure_ascii=False)
    certificate["digest"] = f"{zlib.crc32(plain.encode()):08x}"
    with open(target, "w", encoding="utf-8") as text:
        json.dump(certificate, text)


main()
