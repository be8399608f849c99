const text = { type: 'string' };
const number = { type: 'number' };
const instant = { type: 'string', format: 'date-time' };
const orNull = (schema: { readonly type: string }) => ({ ...schema, nullable: true });

const itemProperties = {
  id: text,
  title: text,
  description: text,
  coverUrl: text,
  startAt: instant,
  endAt: instant,
  location: { type: 'object', properties: { address: text, lat: number, lng: number } },
  category: { type: 'object', properties: { slug: text, name: text, emoji: text } },
  price: number,
  capacity: orNull(number),
  rsvpCount: number,
  myRsvp: orNull(text),
  isSaved: { type: 'boolean' },
  visibility: text,
};

/** What Fastify's serializer is compiled from. */
export const detailShape = {
  type: 'object',
  properties: {
    ...itemProperties,
    organizer: { type: 'object', properties: { id: text, name: text, avatar: text } },
    attendance: text,
    timeZone: text,
    status: text,
    takenDown: { type: 'object', properties: { reason: text, at: text } },
    series: {
      type: 'object',
      nullable: true,
      properties: { id: text, isDetached: { type: 'boolean' } },
    },
    goingCount: number,
    interestedCount: number,
    bookedCount: number,
    template: { type: 'object', properties: { slug: text, name: text } },
    enabledModules: { type: 'array', items: text },
    maxPerBooking: number,
    waitlist: { type: 'boolean' },
    questions: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: text,
          label: text,
          kind: text,
          isRequired: { type: 'boolean' },
          options: { type: 'array', items: text },
        },
      },
    },
    missingAnswers: number,
    onlineUrl: orNull(text),
    rsvpUntil: orNull(instant),
    myBooking: {
      type: 'object',
      nullable: true,
      properties: {
        id: text,
        quantity: number,
        status: text,
        position: orNull(number),
        createdAt: instant,
        code: text,
      },
    },
  },
};
