import type { Guards } from './mutation.ts';

const folder = 'src/server/discussions/attachments';
const sent = [`${folder}/attachments.api.test.ts`];
const removed = [`${folder}/remove-attachments.api.test.ts`];
const pictures = [`${folder}/pictures/clean-picture.test.ts`];

/** What holds for files in posts: who sees them, what they tell, and that none is lost or left. */
export const attachmentGuards: Guards = {
  'an attachment is its batch’s alone': {
    file: `${folder}/policy.ts`,
    take: '  if (!isOfBatch) throw httpErrors.forbidden(messages.forbidden);\n',
    put: '',
    tests: sent,
  },
  'what no post shows is its sender’s alone': {
    file: `${folder}/policy.ts`,
    take: '  if (!mayRead) throw notFound();\n',
    put: '',
    tests: sent,
  },
  'what stood in a deleted question is gone for classmates': {
    file: `${folder}/queries.ts`,
    take: "        .where('questions.deleted_at', 'is', null)\n",
    put: '',
    tests: sent,
  },
  'what stood in a deleted comment is gone for classmates': {
    file: `${folder}/queries.ts`,
    take: "        .where('comments.deleted_at', 'is', null)\n",
    put: '',
    tests: sent,
  },
  'a post shows no attachment of others': {
    file: `${folder}/link-attachments.ts`,
    take: "eb('account_id', 'in', accounts),",
    put: "eb('account_id', 'not in', [0]),",
    tests: sent,
  },
  'a post has five attachments at most': {
    file: `${folder}/link-attachments.ts`,
    take: 'if (codes.length > limits.attachments)',
    put: 'if (codes.length > 1_000)',
    tests: sent,
  },
  'an attached text is no page': {
    file: `${folder}/send-attachment.ts`,
    take: ": 'text/plain; charset=utf-8',",
    put: ": 'text/html; charset=utf-8',",
    tests: sent,
  },
  'an attached text has a size': {
    file: `${folder}/read-content.ts`,
    take: 'if (bytes.length > limits.attachmentTextBytes)',
    put: 'if (bytes.length > 1e9)',
    tests: sent,
  },
  'a picture has so many pixels at most': {
    file: `${folder}/read-content.ts`,
    take: ' || width * height > limits.attachmentPixels',
    put: '',
    tests: sent,
  },
  'so much is attached within a day': {
    file: `${folder}/attach-file.ts`,
    take: '      await enforceAttachmentQuota(context, { accountId, bytes: staged.bytes });\n',
    put: '',
    tests: sent,
  },
  'a JPEG loses what it says of its making': {
    file: `${folder}/pictures/clean-jpeg.ts`,
    take: 'else if (decoding(marker) || isNeeded(marker, content))',
    put: 'else',
    tests: pictures,
  },
  'a PNG loses what it says of its making': {
    file: `${folder}/pictures/clean-png.ts`,
    take: 'if (needed.has(type)) kept.push(whole);',
    put: 'if (needed !== undefined) kept.push(whole);',
    tests: pictures,
  },
  'a WebP loses what it says of its making': {
    file: `${folder}/pictures/clean-webp.ts`,
    take: '.filter(({ type }) => needed.has(type))',
    put: '.filter(() => needed !== undefined)',
    tests: pictures,
  },
  'which way up a picture is stays': {
    file: `${folder}/pictures/clean-jpeg.ts`,
    take: '...(orientation === 1 ? [] : [exif])',
    put: '...(orientation >= 1 ? [] : [exif])',
    tests: pictures,
  },
  'bytes that another attachment needs stay': {
    file: `${folder}/remove-attachments.ts`,
    take: '(await isAttached(database.reader, sha256)) || ',
    put: '',
    tests: removed,
  },
  'bytes that a hand-in needs stay': {
    file: `${folder}/remove-attachments.ts`,
    take: ' || (await isFileInUse(database.reader, sha256))',
    put: '',
    tests: removed,
  },
  'a backup has what only attachments need': {
    file: 'src/server/backups/write-backup.ts',
    take: ' union ${attachedFilesInUse(reader)}',
    put: '',
    tests: removed,
  },
  'fsck takes no attachment for an orphan': {
    file: 'src/server/submissions/check-files.ts',
    take: '  report.others = await checkAll(others(context), (other, fault) => onFinding({ ...fault, other }));\n',
    put: '',
    tests: removed,
  },
  'what is given up can be put into no post': {
    file: `${folder}/link-attachments.ts`,
    take: "          .where('erased_at', 'is', null)\n",
    put: '',
    tests: removed,
  },
  'attachments go with the person': {
    file: 'src/server/anonymisation/erase-person.ts',
    take: '  await eraseAttachments(writer, accountId, now);\n',
    put: '',
    tests: removed,
  },
};
