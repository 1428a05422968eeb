import { expect, test } from 'vitest'

/**
 * What every implementation of a port must do, by name. Each behaviour gets a fresh storage; `open`
 * opens the port on it, as often as it is called.
 */
export type Contract<Port> = Record<string, (open: () => Port) => void | Promise<void>>

/** Tests an implementation of `port`; each call of `fresh` makes a storage of its own. */
export function testContract<Port>(
  port: string,
  contract: Contract<Port>,
  fresh: () => () => Port,
): void {
  test.each(Object.entries(contract))(`${port}: %s`, async (_behaviour, holds) => {
    expect.hasAssertions()
    await holds(fresh())
  })
}
