/** Compares in time that depends on the lengths alone. */
export const sameCode = (expectedCode: string, code: string): boolean => {
  let difference = expectedCode.length ^ code.length;
  for (let index = 0; index < expectedCode.length; index += 1)
    difference |= expectedCode.charCodeAt(index) ^ (code.charCodeAt(index) || 0);
  return difference === 0;
};
