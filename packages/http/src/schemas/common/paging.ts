import { limits, type Page, type Paged } from '@event-platform/domain';
import { type TObject, Type } from 'typebox';
import { idOf, namedShape, nullable, refTo } from './shapes.ts';

/** The query parameters of every list that has pages. */
export const pageQuery = {
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.page,
      default: limits.defaultPage,
      description: 'Page number, from 1.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.pageSize,
      default: limits.defaultPageSize,
      description: 'Page size.',
    }),
  ),
};

/** The query parameters of a caller's own invitations, which come in larger pages. */
export const InvitePageQuery = Type.Object({
  ...pageQuery,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: limits.invitePageSize,
      default: limits.invitePageSize,
      description: 'Page size.',
    }),
  ),
});

export const PageQuery = Type.Object(pageQuery);

export const Meta = namedShape(
  'Meta',
  {
    total: Type.Integer({ description: 'How many items there are on all pages.', examples: [42] }),
    page: Type.Integer({ description: 'This page, from 1.', examples: [1] }),
    limit: Type.Integer({ description: 'The size of a page.', examples: [20] }),
  },
  'The position of this page in the list.',
);

/** The query parameters of lists of events, which have cursors. */
export const cursorQuery = {
  ...pageQuery,
  after: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 120,
      description:
        'The `meta.next` of a page: what is behind it, none skipped or repeated while others come and go. It is good for this list alone, and for a day.',
    }),
  ),
};

export const CursorMeta = namedShape(
  'CursorMeta',
  {
    ...Meta.properties,
    next: nullable(
      Type.String({
        description: 'A cursor: as `after`, it gives the next page; null on the last one.',
        examples: ['1k3v9x.mgr2x1c0.0.0.mh4x9q80.0197a5c2-7f3e-7c1a-9b1e-2f4d6a8c0e12'],
      }),
    ),
  },
  'The position of this page in a list with cursors.',
);

/** A page of a list with cursors. */
export const cursorPageOf = <Item extends TObject>(item: Item, items: string) =>
  Type.Object(
    { data: Type.Array(refTo(item)), meta: refTo(CursorMeta) },
    { title: `${idOf(item)}Page`, description: `A page of ${items}.` },
  );

/** A page of a list; `items` is their plural in the description. */
export const pageOf = <Item extends TObject>(item: Item, items: string) =>
  Type.Object(
    { data: Type.Array(refTo(item)), meta: refTo(Meta) },
    { title: `${idOf(item)}Page`, description: `A page of ${items}.` },
  );

/** A list without pages. */
export const listOf = <Item extends TObject>(item: Item, items: string) =>
  Type.Object(
    { data: Type.Array(refTo(item)) },
    { title: `${idOf(item)}List`, description: `All ${items}.` },
  );

/** A page as `present` shows its items, each with the same needs. */
export const presentPage = <Item, Wire, Needs extends readonly unknown[]>(
  { items, total, page, limit }: Paged<Item>,
  present: (item: Item, ...needs: Needs) => Wire,
  ...needs: Needs
): { data: Wire[]; meta: { total: number } & Page } => ({
  data: items.map((item) => present(item, ...needs)),
  meta: { total, page, limit },
});

/** The same with its cursor. */
export const presentCursorPage = <Item, Wire, Needs extends readonly unknown[]>(
  page: Paged<Item> & { readonly next: string | null },
  present: (item: Item, ...needs: Needs) => Wire,
  ...needs: Needs
) => {
  const { data, meta } = presentPage(page, present, ...needs);
  return { data, meta: { ...meta, next: page.next } };
};
