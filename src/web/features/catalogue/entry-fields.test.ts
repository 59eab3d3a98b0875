import { describe, expect, it } from 'vitest';
import { batchEntry as batch, projectEntry as project } from '#support/catalogue-fixtures';
import {
  batchFields,
  differences,
  describeErrors,
  entryErrors,
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

  it('tell all that is wrong at its field, in words of the screen', () => {
    const fields = [
      { name: 'id', message: 'must be a text of 1 to 40 characters' },
      { name: 'id', message: 'must be 1 to 40 letters' },
      { name: 'overview', message: 'entry 2, must be a text' },
      { name: 'ref2', message: 'must be an address' },
      { name: 'constructor', message: 'must not be' },
    ];
    const errors = entryErrors(fields, { id: ' ', overview: 'One', ref2: 'example' });
    expect(errors).toEqual({
      id: 'Fill in this field.',
      overview: 'Entry 2, must be a text',
      ref2: 'Must be an address',
    });
    expect(describeErrors(errors)).toBe('Nothing was saved. Check Id, Overview, and Reference 2.');
    expect(describeErrors({})).toBeNull();
  });
});
