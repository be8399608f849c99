/** The named fields that a body has: absent fields stay absent, unknown ones go no further. */
export const definedFields = <Body extends object, Name extends keyof Body>(
  body: Body,
  ...names: readonly Name[]
): Pick<Body, Name> =>
  Object.fromEntries(
    names.filter((name) => Object.hasOwn(body, name)).map((name) => [name, body[name]]),
  ) as Pick<Body, Name>;
