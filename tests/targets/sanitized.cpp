// SPDX-License-Identifier: GPL-3.0-or-later
// sanitized: built with AddressSanitizer, whose leak check cannot work in a traced program.
int main()
{
    return 0;
}
