declare const brand: unique symbol

/** A `Base` that cannot be mistaken for another: a `NodeId` is not a `HostId`, though both are integers. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name }
