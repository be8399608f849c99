/** Dots of host names: besides the ASCII one those that mail programs take for it. */
const beforeLabel = /(?<=\S)[.\uff0e\uff61\u2024](?=\p{Cf}*(?:\p{L}[\p{L}\p{M}\p{N}-]))/gu;
/** The ideographic full stop ends sentences; between Latin letters it is a dot of host names (UTS #46). */
const ideographicDot = /(?<=[a-z0-9])\u3002(?=[a-z])/gi;
/** Linked whatever follows. */
const www = /(?<![\p{L}\p{N}])(www)[.\uff0e\uff61\u2024\u3002](?=\S)/giu;
const ipv4 = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g;
/** Before a scheme's colon stands a letter; a time (18:30) and a colon before a space are none. */
const schemeColon = /(?<=\p{L}):(?=\S)/gu;
const slashes = /[/\\]{2,}/g;
const at = /(?<=\S)[@\uff20](?=\S)/g;

/**
 * The text without anything that mail programs turn into a link: `https://evil.example`, `www.evil.example`,
 * `evil.com`, `mailto:me@evil.com`, `\\host\share`, `192.0.2.1`. Its words stay, parted by spaces.
 *
 * A dot is kept before a space, a digit and a single letter: no top-level domain is that short. After `www` none is.
 */
export const withoutLinks = (text: string): string =>
  text
    .replace(schemeColon, ': ')
    .replace(slashes, ' ')
    .replace(ipv4, (address) => address.replaceAll('.', ' '))
    .replace(www, '$1 ')
    .replace(ideographicDot, ' ')
    .replace(beforeLabel, ' ')
    .replace(at, ' at ')
    .replace(/ {2,}/g, ' ');

/** Digits as people write telephone numbers, at least seven of them. */
const digitGroups = /\+?[(]?\d(?:[\s().\-/\u2010-\u2015]{0,3}\d){6,}/g;
const dates = /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|(?:19|20)\d{2}/g;
const phoneDigits = 7;

/** The text with an ellipsis for each telephone number: phones call what they recognise as one. Dates and years stay. */
export const withoutPhones = (text: string): string =>
  text.replace(digitGroups, (digits) =>
    digits.replace(dates, '').replace(/\D/g, '').length < phoneDigits ? digits : '…',
  );
