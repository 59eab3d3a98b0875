import { describe, expect, it } from 'vitest';
import { batchEntry as batch, projectEntry as project } from '#support/catalogue-fixtures';
import {
  batchFields,
  entryWords,
  projectFields,
  readBatchFields,
  readProjectFields,
} from './entry-fields.ts';

describe('the fields of the catalogue’s forms', () => {
  it('bring a project and a batch back as they were', () => {
    expect(project).toMatchObject(readProjectFields(projectFields(project)));
    expect(batch).toMatchObject(readBatchFields(batchFields(batch)));
  });

  it('take lists line by line, without empty ones', () => {
    const { overview } = readProjectFields({ overview: ' Plan \n\n  Build\r\n' });
    expect(overview).toEqual(['Plan', 'Build']);
  });

  it('are told in words where somebody else has changed them', () => {
    expect(
      ['open', 'default', 'joining', 'seats', 'ai-week-1', 'mentors'].map((name) =>
        entryWords(name, { ...batchFields({ ...batch, default: false }), seats: '' }[name] ?? ''),
      ),
    ).toEqual([
      'Yes',
      'No',
      'Anyone who types its name',
      'No limit',
      'For understanding, and for parts of the work',
      batch.mentors.join('\n'),
    ]);
  });
});
