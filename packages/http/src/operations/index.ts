import { accountEmail } from './account-email.ts';
import { attendees } from './attendees.ts';
import { auth } from './auth.ts';
import { bookings } from './bookings.ts';
import { bringList } from './bring-list.ts';
import { calendar } from './calendar.ts';
import { categories } from './categories.ts';
import { circles } from './circles.ts';
import { devices } from './devices.ts';
import { events } from './events.ts';
import { invitations } from './invitations.ts';
import { notices } from './notices.ts';
import type { Operations } from './operation.ts';
import { operator } from './operator.ts';
import { pictures } from './pictures.ts';
import { questions } from './questions.ts';
import { reports } from './reports.ts';
import { series } from './series.ts';
import { tags } from './tags.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

/** Everything under /v1, by its `operationId`. */
export const v1: Operations = {
  ...auth,
  ...accountEmail,
  ...users,
  ...categories,
  ...tags,
  ...events,
  ...calendar,
  ...series,
  ...attendees,
  ...bookings,
  ...bringList,
  ...pictures,
  ...questions,
  ...invitations,
  ...reports,
  ...operator,
  ...circles,
  ...notices,
  ...devices,
  ...webhooks,
};
