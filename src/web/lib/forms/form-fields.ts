/** A form's fields that hold text, by name. */
export type Fields = Readonly<Record<string, string>>;

/** A form's fields as the server gets them; boxes that are not ticked are none, and files are left out. */
export function fieldsOf(form: FormData): Fields {
  return Object.fromEntries(
    [...form].filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
}

/** The first field that fails one of a screen's own checks. */
export type InvalidField = { field: string; message: string };
