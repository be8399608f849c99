import { attendances, limits, myEventsRoles } from '@event-platform/domain';
import { Type } from 'typebox';
import { cursorQuery } from '../common/paging.ts';
import { patternWith } from '../common/patterns.ts';
import { oneOf } from '../common/shapes.ts';

const wordsOptions = {
  minLength: 1,
  maxLength: limits.queryLength,
  description: 'Words that must all occur; the last one may be incomplete.',
};

/** @param more how many more than one */
const someOf = (values: readonly string[], more: string): string =>
  patternWith(
    `^(?:${values.join('|')})(?:,(?:${values.join('|')}))${more}$`,
    `must be one or more of ${values.join(', ')}, separated by commas`,
  );

const bound = (description: string) =>
  Type.Optional(
    Type.String({
      format: 'date-or-date-time',
      description: `${description} A date and time with its offset, or a date, which is the whole UTC day.`,
    }),
  );

const filters = {
  lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90, description: 'Latitude; needs `lng`.' })),
  lng: Type.Optional(Type.Number({ minimum: -180, maximum: 180, description: 'Longitude; needs `lat`.' })),
  radius: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: limits.radiusKm,
      // No `default`: tools would send it without a place, which is invalid.
      description: `Kilometres around \`lat\` and \`lng\`; ${limits.defaultRadiusKm} when absent.`,
    }),
  ),
  category: Type.Optional(
    Type.String({
      pattern: patternWith(
        `^[^,]{1,${limits.slugLength}}(?:,[^,]{1,${limits.slugLength}}){0,${limits.listCategories - 1}}$`,
        `must be 1 to ${limits.listCategories} slugs, separated by commas`,
      ),
      maxLength: limits.listCategories * (limits.slugLength + 1),
      description: `Slugs of categories, such as \`music\` or \`music,arts\`: events of any of them; at most ${limits.listCategories}.`,
    }),
  ),
  tag: Type.Optional(
    Type.String({
      pattern: patternWith(
        `^[^,]{1,${limits.tagLength}}(?:,[^,]{1,${limits.tagLength}}){0,${limits.listTags - 1}}$`,
        `must be 1 to ${limits.listTags} tags, separated by commas`,
      ),
      maxLength: limits.listTags * (limits.tagLength + 1),
      description: `Tags, such as \`open-air\` or \`open-air,jazz\`: events with any of them; at most ${limits.listTags}.`,
    }),
  ),
  series: Type.Optional(Type.String({ format: 'uuid', description: 'Only events of this series.' })),
  attendance: Type.Optional(
    Type.String({
      pattern: someOf(attendances, '*'),
      maxLength: 100,
      description: 'One or more of `offline`, `online` and `mixed`, separated by commas.',
    }),
  ),
  organizer: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.userIdLength,
      description: 'Id of a user: the public events that they organize.',
    }),
  ),
  dateFrom: bound('Events that end after this. Without it: those that have not ended yet.'),
  dateTo: bound('Events that begin no later than this.'),
};

export const ListQuery = Type.Object({
  ...filters,
  q: Type.Optional(Type.String(wordsOptions)),
  sort: Type.Optional(
    oneOf(['time', 'distance'], {
      description: `By start, or by distance from \`lat\` and \`lng\`, up to ${limits.sortedRadiusKm} kilometres; \`time\` when absent.`,
    }),
  ),
  ...cursorQuery,
});

export const SearchQuery = Type.Object({
  ...filters,
  q: Type.String({ ...wordsOptions, examples: ['jazz'] }),
  ...cursorQuery,
});

export const MyEventsQuery = Type.Object({
  role: Type.String({
    pattern: someOf(myEventsRoles, `{0,${myEventsRoles.length - 1}}`),
    description:
      'Which events: those run (`organizing`), answered (`going`, `interested`) or saved (`saved`) by the caller; several, separated by commas: those of any.',
    examples: ['going'],
  }),
  when: Type.Optional(
    oneOf(['upcoming', 'past'], {
      description: 'Those that have not ended, the soonest first, or those that have, the latest first.',
    }),
  ),
  ...cursorQuery,
});
