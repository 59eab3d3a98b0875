/** What the office can write of a mail: a line of text, and Markdown. */
export type MailText = { subject: string; body: string };

type Described = MailText & {
  label: string;
  /** Named fields, as `{name}`, with their meaning. */
  fields: Record<string, string>;
  /** What the portal writes below the words, always. */
  below: string;
};

const academy = 'The academy’s name';
const name = 'The student’s name';
const batch = 'The student’s batch';
const oneTimeLink = 'the account’s email, the one-time link and how long it works, and how to ignore it';
const link = 'a link to the portal and a link to unsubscribe';

/** The mails that students get most, with our words; a field without a value takes the blank before it along. */
export const mailWords = {
  receipt: {
    label: 'Receipt for a submission',
    fields: {
      name,
      batch,
      task: 'Such as Week 2 or Final project',
      version: 'Such as 1',
      number: 'The receipt’s number',
      submitted: 'Day and time of the submission',
      due: 'Day and time of the due date, if there is one',
      academy,
    },
    subject: 'Receipt {number}: {task}, version {version}',
    body: 'Hello {name},\n\nWe have received and saved your submission.',
    below: 'the receipt’s number, task, times, file and SHA-256, and links to the work and to the check',
  },
  daily: {
    label: 'Daily email: what is due, what opens, other news',
    fields: { name, batch, news: 'The one piece of news, or how many there are', date: 'Today', academy },
    subject: '{news}',
    body: 'Hello {name},\n\nNews and next dates:',
    below: 'the list of news with its links, and a link to unsubscribe',
  },
  mark: {
    label: 'A mark is released',
    fields: { name, batch, task: 'Such as Week 2', news: 'A sentence that says what happened', academy },
    subject: 'You have a new mark',
    body: 'Hello {name},\n\n{news}',
    below: link,
  },
  answer: {
    label: 'A question is answered',
    fields: { name, batch, news: 'A sentence that says what happened, with the question', academy },
    subject: 'Your question has been answered',
    body: 'Hello {name},\n\n{news}',
    below: link,
  },
  announcement: {
    label: 'Announcement',
    fields: { name, batch, news: 'Who announces', academy },
    subject: 'New announcement for your batch',
    body: 'Hello {name},\n\n{news}',
    below: `the announcement, ${link}`,
  },
  invitation: {
    label: 'Invitation',
    fields: {
      name,
      batch,
      course: 'The batch’s course',
      place: 'A sentence that says the batch is ready, if there is one',
      academy,
    },
    subject: 'Your invitation to the student portal of {academy}',
    body: 'Hello {name},\n\n{academy} invites you to its student portal. {place}',
    below: oneTimeLink,
  },
  confirmation: {
    label: 'Confirm an email after signing up',
    fields: { academy },
    subject: 'Confirm your email for the student portal',
    body: 'Hello,\n\nSomeone signed up at the {academy} student portal with this email. If it was you, please confirm it.',
    below: oneTimeLink,
  },
  reset: {
    label: 'Forgotten password',
    fields: { name, academy },
    subject: 'Choose a new password for the student portal',
    body: 'Hello {name},\n\nYou asked for a new password.',
    below: oneTimeLink,
  },
} as const satisfies Record<string, Described>;

export type MailName = keyof typeof mailWords;
export const mailNames = Object.keys(mailWords) as [MailName, ...MailName[]];

export type MailValues<Name extends MailName> = Record<keyof (typeof mailWords)[Name]['fields'], string>;

/** The office's words; a mail without any has ours. */
export type OwnMailWords = { readonly [Name in MailName]?: MailText };

export const ourMailText = (mail: MailName): MailText => {
  const { subject, body } = mailWords[mail];
  return { subject, body };
};

export const mailTextLimits = { subject: 120, body: 3_000 } as const;
