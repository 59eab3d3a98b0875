import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  type CompletedPart,
  CreateMultipartUploadCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { S3Bucket } from './s3-bucket.ts';

const megabyte = 1024 * 1024;

/** S3 copies at most 5 GB at once, and a larger object takes longer, within a time-out. */
export const copyLimits = { wholeBytes: 1_024 * megabyte, partBytes: 512 * megabyte };

export async function copyObject(
  { client, Bucket }: S3Bucket,
  { from, to, bytes }: { from: string; to: string; bytes: number },
  { wholeBytes, partBytes } = copyLimits,
): Promise<void> {
  const CopySource = `${Bucket}/${from}`;
  if (bytes <= wholeBytes) {
    await client.send(new CopyObjectCommand({ Bucket, Key: to, CopySource }));
    return;
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: to }));
  const upload = { Bucket, Key: to, UploadId };
  try {
    const Parts: CompletedPart[] = [];
    for (let start = 0; start < bytes; start += partBytes) {
      const PartNumber = Parts.length + 1;
      const CopySourceRange = `bytes=${start}-${Math.min(start + partBytes, bytes) - 1}`;
      const { CopyPartResult } = await client.send(
        new UploadPartCopyCommand({ ...upload, PartNumber, CopySource, CopySourceRange }),
      );
      Parts.push({ PartNumber, ETag: CopyPartResult?.ETag });
    }
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}
