import { z } from 'zod';
import { limits } from '../limits.ts';
import { endpoint, errorBody, fieldsBody, visibleText } from '../wire/endpoint.ts';

const studentsMessage = `students must be a list of 1 to ${limits.messageStudents.toLocaleString('en')} emails`;

export const messageStudents = endpoint('POST', '/api/staff/batches/:batch/messages', {
  summary:
    'Send a message to some students of a batch: to each a notice and an email, which nobody else sees. Who has left the batch, or gets no notices, is skipped',
  params: z.object({ batch: z.string() }),
  takesIdempotencyKey: true,
  body: z.object({
    text: visibleText('The message', limits.message),
    students: z
      .array(z.string(studentsMessage).max(limits.email, studentsMessage), studentsMessage)
      .min(1, studentsMessage)
      .max(limits.messageStudents, studentsMessage),
  }),
  answers: {
    400: fieldsBody,
    200: z.object({ sent: z.number(), skipped: z.array(z.string()) }),
    401: errorBody,
    404: errorBody,
    409: errorBody,
  },
});
