import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { TextInput } from '../../ui/inputs';

/** Asks for a new name. */
export function NameDialog({
  name,
  onClose,
  onName,
}: {
  readonly name: string;
  readonly onClose: () => void;
  readonly onName: (name: string) => void;
}) {
  const t = useTranslations('start');
  const app = useTranslations('app');
  const [text, setText] = useState(name);
  const usable = text.trim() !== '';
  const save = () => {
    if (usable) onName(text.trim());
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('renameTitle')}
      closeLabel={app('close')}
      footer={
        <>
          <Button onClick={onClose}>{app('cancel')}</Button>
          <Button variant="primary" disabled={!usable} onClick={save}>
            {t('renameSave')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field label={t('renameLabel')}>
          {(ids) => (
            <TextInput
              {...ids}
              value={text}
              maxLength={255}
              ref={selectAll}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

/** The name is typed at once: the field has the focus when the dialog opens, with all of it selected. */
function selectAll(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
