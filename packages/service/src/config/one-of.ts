/** The description of a variable with few values. */
export const oneOf = (description: string) => ({ description: `must be one of ${description}` });
