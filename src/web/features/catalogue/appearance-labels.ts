import { homeSteps } from '#contract/catalogue/appearance';

export const stepNumbers = Array.from({ length: homeSteps }, (_, index) => index + 1);

export const appearanceLabels: Record<string, string> = {
  name: 'Name of the academy',
  accent: 'Accent colour',
  heading: 'Heading of the home page',
  paragraph: 'Paragraph below it',
  contact: 'Contact of the office',
  mail_footer: 'Last line of each email',
  country_code: 'Country code of phone numbers',
  zone: 'Time zone',
  ...Object.fromEntries(
    stepNumbers.flatMap((number) => [
      [`step${number}_title`, `Step ${number}`],
      [`step${number}_text`, `Text of step ${number}`],
    ]),
  ),
};
