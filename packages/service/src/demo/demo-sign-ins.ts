import type { Dependencies } from '@event-platform/domain';
import { demoPeople } from './demo-people.ts';

/** The demo people whose phones the banner names: an organizer, and a user with an open invitation. */
export const demoSignIns = demoPeople.filter(({ key }) => key === 'lena' || key === 'mateo');

/** Whether the demo people of the banner have accounts. */
export const hasDemo = async ({ stores }: Pick<Dependencies, 'stores'>): Promise<boolean> => {
  const people = await Promise.all(demoSignIns.map(({ phone }) => stores.users.findByPhone(phone)));
  return people.every((person) => person !== null);
};
