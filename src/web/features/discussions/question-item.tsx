import { memo, useEffect, useRef, type ComponentProps } from 'react';
import { questionAddress } from '#contract/question-view';
import { FoldedQuestion } from './folded-question.tsx';
import { QuestionCard } from './question-card.tsx';

type QuestionItemProps = Omit<ComponentProps<typeof QuestionCard>, 'onFold' | 'controlId' | 'address'> & {
  batch: string;
  isUnfolded: boolean;
  /** Null where it is the only one, which stays whole. */
  onFold: ((id: string, isUnfolded: boolean) => void) | null;
};

/** A question of the list, folded or whole. What folds and unfolds it keeps the focus, and its place on the screen. */
export const QuestionItem = memo(function QuestionItem({
  batch,
  isUnfolded,
  onFold,
  ...card
}: QuestionItemProps) {
  const { question } = card;
  const { _id: id } = question;
  const controlId = `fold-${id}`;
  const wasPressed = useRef(false);
  useEffect(() => {
    if (!wasPressed.current) return;
    wasPressed.current = false;
    document.getElementById(controlId)?.focus({ preventScroll: true });
  }, [isUnfolded, controlId]);
  const press = (next: boolean) => {
    wasPressed.current = true;
    onFold?.(id, next);
  };
  if (onFold === null) return <QuestionCard {...card} />;
  const address = questionAddress(batch, id);
  return isUnfolded ? (
    <QuestionCard {...card} controlId={controlId} address={address} onFold={() => press(false)} />
  ) : (
    <FoldedQuestion
      question={question}
      address={address}
      controlId={controlId}
      onUnfold={() => press(true)}
    />
  );
});
