#include "cli/commands.h"
#include "cli/start.h"

int main(int argc, char **argv)
{
    return start_main(argc, argv, command_main);
}
