import { z } from 'zod';
import { endpoint, errorBody, nothing } from '../wire/endpoint.ts';

const uploadParams = z.object({ upload: z.string() });
const tusAnswers = { 401: errorBody, 412: errorBody };
const bodyAnswers = { ...tusAnswers, 409: errorBody, 413: errorBody, 415: errorBody };

export const readUploadProtocol = endpoint('OPTIONS', '/api/uploads', {
  summary: 'Supported parts of tus 1.0: Tus-Version, Tus-Extension, and Tus-Max-Size in bytes',
  answers: { 204: nothing },
});

export const beginUpload = endpoint('POST', '/api/uploads', {
  summary:
    'Begin a resumable upload (tus 1.0, creation): Upload-Length, and Upload-Metadata with task and filename',
  answers: { ...bodyAnswers, 201: nothing },
});

export const readUpload = endpoint('HEAD', '/api/uploads/:upload', {
  summary: 'How much of an upload has arrived (tus 1.0): Upload-Offset',
  params: uploadParams,
  answers: { ...tusAnswers, 200: nothing, 404: errorBody },
});

export const continueUpload = endpoint('PATCH', '/api/uploads/:upload', {
  summary: 'Bytes of an upload from Upload-Offset on (tus 1.0), as application/offset+octet-stream',
  params: uploadParams,
  answers: { ...bodyAnswers, 204: nothing, 404: errorBody },
});

export const cancelUpload = endpoint('DELETE', '/api/uploads/:upload', {
  summary: 'Cancel an upload (tus 1.0, termination)',
  params: uploadParams,
  answers: { ...tusAnswers, 204: nothing, 404: errorBody },
});
