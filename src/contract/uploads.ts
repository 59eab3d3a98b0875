import { z } from 'zod';
import { endpoint, nothing, errorBody } from './endpoint.ts';
import { paths } from './paths.ts';

const uploadParams = z.object({ upload: z.string() });
const tusAnswers = { 401: errorBody, 412: errorBody };
const bodyAnswers = { ...tusAnswers, 409: errorBody, 413: errorBody, 415: errorBody };

export const readUploadProtocol = endpoint(paths.readUploadProtocol, {
  summary: 'What of tus 1.0 is spoken here: Tus-Version, Tus-Extension, and Tus-Max-Size in bytes',
  answers: { 204: nothing },
});

export const beginUpload = endpoint(paths.beginUpload, {
  summary:
    'Begin a resumable upload (tus 1.0, creation): Upload-Length, and Upload-Metadata with task and filename',
  answers: { ...bodyAnswers, 201: nothing },
});

export const readUpload = endpoint(paths.readUpload, {
  summary: 'How much of an upload has arrived (tus 1.0): Upload-Offset',
  params: uploadParams,
  answers: { ...tusAnswers, 200: nothing, 404: errorBody },
});

export const continueUpload = endpoint(paths.continueUpload, {
  summary: 'Bytes of an upload from Upload-Offset on (tus 1.0), as application/offset+octet-stream',
  params: uploadParams,
  answers: { ...bodyAnswers, 204: nothing, 404: errorBody },
});

export const cancelUpload = endpoint(paths.cancelUpload, {
  summary: 'Drop an upload (tus 1.0, termination)',
  params: uploadParams,
  answers: { ...tusAnswers, 204: nothing, 404: errorBody },
});
