/** Names that sound like the operator: a message from one of them is believed (ADR 0030). */
const operatorNames = new Set(
  'abuse,admin,administrator,administrators,admins,billing,contact,help,helpdesk,hostmaster,info,legal,mod,moderation,moderator,moderators,mods,noreply,official,operator,operators,payment,payments,postmaster,privacy,root,security,service,staff,superuser,support,sysadmin,system,team,trust,verified,verify,webmaster'.split(
    ',',
  ),
);

const lookalikes: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };

/** Whether it is one of them, or two joined, such as `supportteam`. */
const isMadeOfOperatorNames = (text: string): boolean =>
  operatorNames.has(text) ||
  [...text].some((_, at) => operatorNames.has(text.slice(0, at)) && operatorNames.has(text.slice(at)));

const isOperatorName = (word: string): boolean =>
  [word, word.replace(/\d+$/, ''), word.replace(/[013457]/g, (digit) => lookalikes[digit] as string)].some(
    isMadeOfOperatorNames,
  );

/** Whether a username, or a word of it, sounds like the operator. */
export const isReservedUsername = (username: string): boolean => {
  const words = username.toLowerCase().split(/[._-]+/);
  return [...words, words.join('')].some(isOperatorName);
};
