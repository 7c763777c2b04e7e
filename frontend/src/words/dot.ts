/** What stands between two facts on a line. No line begins with it. */
export const DOT = "\u00a0· ";
