import { exportSections } from '@event-platform/domain';
import { Type } from 'typebox';

const rows = Type.Array(Type.Object({}, { additionalProperties: true }));

/** The document of an export; it is streamed, and never serialized by its schema. */
export const ExportText = Type.Object(
  {
    exportedAt: Type.String({ format: 'date-time' }),
    ...Object.fromEntries(exportSections.map((section) => [section, rows])),
  },
  { title: 'AccountExport', description: 'All that is kept about the caller, a list a section.' },
);
