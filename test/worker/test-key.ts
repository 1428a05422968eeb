/** The first key of the installation that tests use. */
export const TEST_KEY = 'the-key-of-the-tests'
