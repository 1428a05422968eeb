/** The command was asked for something it cannot do; the message says what would mend it. */
export class CannotRun extends Error {}
