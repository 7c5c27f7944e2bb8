import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { readScript } from '../../../engine/models/script';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { TextArea } from '../../../ui/inputs';

const EXAMPLE = '[\n  {"tool_calls": [{"name": "calculator", "args": {"values": [1, 2]}}]},\n  "It is 3."\n]';

/** What the offline stand-in is to answer, judged before it is kept. */
export function ScriptDialog({
  script,
  onSave,
  onClose,
}: {
  readonly script: string;
  readonly onSave: (script: string) => Promise<boolean>;
  readonly onClose: () => void;
}) {
  const t = useTranslations('models');
  const app = useTranslations('app');
  const [text, setText] = useState(script);
  const read = readScript(text);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('scriptTitle')}
      closeLabel={app('close')}
      footer={
        <>
          <Button onClick={onClose}>{app('cancel')}</Button>
          <Button
            variant="primary"
            disabled={!read.ok}
            onClick={() => void onSave(text.trim()).then((saved) => saved && onClose())}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <Field
        label={t('scriptLabel')}
        help={t('scriptHelp')}
        error={read.ok ? undefined : t('scriptWrong', { message: read.error })}
      >
        {(ids) => (
          <TextArea
            {...ids}
            mono
            rows={10}
            spellCheck={false}
            placeholder={EXAMPLE}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
