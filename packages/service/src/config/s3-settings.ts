/** Where pictures are kept, when that is no folder. */
export interface S3Settings {
  /** Of the service, without the bucket; no slash at its end. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}
