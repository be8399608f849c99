export const firstRule = 'FREQ=DAILY';
const rules = [firstRule, 'FREQ=DAILY;INTERVAL=2', 'FREQ=WEEKLY;BYDAY=MO,WE,FR', 'FREQ=DAILY;INTERVAL=3'];

/** A change of a series, of its rule, its times, its title or of all of them by turns. */
export const changeOf = (number: number): object => {
  const [rule, startTime] = [rules[Math.floor(number / 4) % rules.length], `${10 + (number % 12)}:30`];
  const event = { title: `Concert ${number}` };
  switch (number % 4) {
    case 0:
      return { rule };
    case 1:
      return { event: { startTime } };
    case 2:
      return { event: { ...event, durationMinutes: 30 + number } };
    default:
      return { rule, event: { ...event, startTime } };
  }
};
