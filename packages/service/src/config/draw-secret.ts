/** A shell command that prints 32 random bytes in base64url. */
const drawCommand = "openssl rand -base64 32 | tr '+/' '-_' | tr -d '='";

/** How to generate a secret such as `OTP_PEPPER`. Without a full stop, which would be copied with the command. */
export const secretHint = `make one with: ${drawCommand}`;

/** How to generate a key of `JWT_KEYS`, named after the month. */
export const keyHint = `make one with: echo "$(date +%Y-%m):$(${drawCommand})"`;
