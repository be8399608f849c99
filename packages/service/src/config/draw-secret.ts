/** A shell command that prints 32 random bytes in base64url. */
const drawCommand = "openssl rand -base64 32 | tr '+/' '-_' | tr -d '='";

/** How to make `OTP_PEPPER` and the like. No full stop follows: it would be copied with the command. */
export const drawOne = `make one with: ${drawCommand}`;

/** How to make a key of `JWT_KEYS`, named after the month. */
export const drawKey = `make one with: echo "$(date +%Y-%m):$(${drawCommand})"`;
