/** Of a body, the named fields that it has: what is absent stays absent, and fields nobody asked for go no further. */
export const givenFields = <Body extends object, Name extends keyof Body>(
  body: Body,
  ...names: readonly Name[]
): Pick<Body, Name> =>
  Object.fromEntries(
    names.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]),
  ) as Pick<Body, Name>;
