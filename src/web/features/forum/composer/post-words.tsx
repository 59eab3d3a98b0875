import type { Question } from '#contract/forum/calls';
import { Markdown } from '../../../ui/markdown.tsx';
import { markMentions } from './mention-text.ts';

type Words = { text: string } & Pick<Question, 'html' | 'mentions'>;

export function PostWords({ text, html, mentions }: Words) {
  const marked = html === undefined || mentions === undefined ? html : markMentions(html, mentions);
  return <Markdown text={text} html={marked} mentions={mentions} />;
}
