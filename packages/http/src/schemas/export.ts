import { exportSections } from '@event-platform/domain';
import { Type } from 'typebox';
import { timestamp } from './common/shapes.ts';

/** `eventsOrganized` as `events organized`. */
const words = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const rowsOf = (section: string) =>
  Type.Array(Type.Object({}, { additionalProperties: true }), { description: `The ${words(section)}.` });

/** The document of an export; it is streamed, and never serialized by its schema. */
export const ExportText = Type.Object(
  {
    exportedAt: timestamp('When it was read.'),
    ...Object.fromEntries(exportSections.map((section) => [section, rowsOf(section)])),
  },
  { title: 'AccountExport', description: 'All that is kept about the caller, a list a section.' },
);
