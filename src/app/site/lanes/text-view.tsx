import { CircleCheck } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { CodeEditor } from '../../../canvas/panels/fields/code-editor';
import type { Problem } from '../../../model/problem';
import { laneProblems, sameLaneRecords } from '../../../store';
import styles from './lanes.module.css';
import type { Desk } from './lanes-desk';
import { laneText, readLaneText } from './lanes-text';
import { Problems } from './store-bar';

/** What is stored, as text: looked at, edited, and judged by the check that storing runs (SCH-45). */
export function TextView({ desk }: { readonly desk: Desk }) {
  const t = useTranslations('lanes.text');
  const draft = useStore(desk.store, (state) => state.draft);
  const [text, setText] = useState(() => laneText(draft));
  const [fault, setFault] = useState<readonly Problem[]>([]);
  const [shown, setShown] = useState(draft);
  if (shown !== draft) {
    // A change from outside of this text: undo, another view.
    setShown(draft);
    const read = readLaneText(text);
    if (!read.ok || !sameLaneRecords(read.value, draft)) {
      setText(laneText(draft));
      setFault([]);
    }
  }
  const field = useId();
  const { setUnread } = desk;
  const unread = fault.length > 0;
  useEffect(() => {
    setUnread(field, unread);
    return () => setUnread(field, false);
  }, [setUnread, field, unread]);
  const change = (next: string) => {
    setText(next);
    const read = readLaneText(next);
    setFault(read.ok ? [] : read.error);
    if (read.ok) desk.edit(() => read.value, 'text');
  };
  const problems = fault.length > 0 ? fault : laneProblems(draft);
  return (
    <div className={styles.part}>
      <p className={styles.quiet}>{t('help')}</p>
      <CodeEditor
        id={field}
        text={text}
        language="json"
        label={t('label')}
        describedBy={`${field}-verdict`}
        invalid={problems.length > 0}
        onChange={change}
        onBlur={() => undefined}
      />
      <div id={`${field}-verdict`} role="status">
        {problems.length === 0 ? (
          <p className={styles.good}>
            <CircleCheck size={14} aria-hidden /> {t('good')}
          </p>
        ) : (
          <div className={styles.refusal}>
            <strong>{t('bad')}</strong>
            <Problems problems={problems} />
          </div>
        )}
      </div>
    </div>
  );
}
