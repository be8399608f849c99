import { type PictureRecord, picturePolicy } from '@event-platform/domain';
import { PageQuery, pageOf, presentPage } from '../schemas/common/paging.ts';
import { OwnPictureShape, PictureShape, presentOwnPicture, presentPicture } from '../schemas/picture.ts';
import { uploadHandlerTimeout } from '../server-options.ts';
import { type Operations, operation } from './operation.ts';

export const pictures: Operations = {
  uploadPicture: operation('POST /pictures', 'Pictures', {
    summary: 'Send a picture',
    description: `The body is the file: JPEG, PNG, WebP or AVIF, at most ${picturePolicy.fileBytes / 1024 / 1024} MiB and ${picturePolicy.maxPixels / 1_000_000} megapixels, at least ${picturePolicy.minSide} pixels on each side. Nothing of its metadata is kept. One that nothing shows for a day is deleted.`,
    cost: 'picture',
    handlerTimeout: uploadHandlerTimeout,
    takesPicture: true,
    problems: ['picture_invalid', 'pictures_full', 'payload_too_large', 'unsupported_media_type'],
    responses: { 201: PictureShape },
    handler: async ({ domain, picture }, { links }) =>
      presentPicture(await domain.keepPicture(picture as PictureRecord), links),
  }),

  listMyPictures: operation('GET /me/pictures', 'Pictures', {
    summary: 'List the pictures of the caller',
    description: 'The newest first.',
    query: PageQuery,
    responses: { 200: pageOf(OwnPictureShape, 'pictures') },
    handler: async ({ domain, callerId, query }, { links }) =>
      presentPage(await domain.listPictures({ ...query, ownerId: callerId }), presentOwnPicture, links),
  }),

  deletePicture: operation('DELETE /pictures/:id', 'Pictures', {
    summary: 'Delete a picture',
    description: 'What shows it has the default picture.',
    handler: ({ domain, callerId, params }) =>
      domain.deletePicture({ ownerId: callerId, pictureId: params.id }),
  }),
};
