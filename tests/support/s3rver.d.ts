declare module 's3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  export default class S3rver {
    constructor(options: { directory: string; silent: boolean; configureBuckets: { name: string }[] });
    configureBuckets(): Promise<unknown>;
    store: {
      putObjectMultipart(bucket: string, uploadId: string, parts: { number: number }[]): Promise<void>;
      listObjects(
        bucket: string,
        options: { prefix: string; delimiter: string; startAfter: string; maxKeys: number },
      ): Promise<{ objects: { key: string; size: number; lastModifiedDate: Date }[]; isTruncated: boolean }>;
    };
    callback(): (request: IncomingMessage, response: ServerResponse) => unknown;
  }
}
