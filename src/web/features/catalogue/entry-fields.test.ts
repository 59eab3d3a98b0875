import { describe, expect, it } from 'vitest';
import { batchEntry as batch, projectEntry as project } from '#support/catalogue-fixtures';
import {
  batchFields,
  differences,
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

  it('tell what others have made different', () => {
    const mine = readBatchFields(batchFields(batch));
    const theirs = { ...batch, open: false, mentors: ['Asha'] };
    expect(differences(theirs, mine)).toEqual([
      { label: 'Mentors', theirs: 'Asha' },
      { label: 'Open for signup', theirs: 'no' },
    ]);
    expect(differences(batch, mine)).toEqual([]);
  });
});
