import { type ReactNode, useMemo } from 'react';
import { IntlProvider, useLocale, useMessages, useTimeZone } from 'use-intl';
import categories from '../messages/en/categories';
import content from '../messages/en/content';
import lanes from '../messages/en/lanes';
import memory from '../messages/en/memory';
import nodeTypes from '../messages/en/node-types';
import triggers from '../messages/en/triggers';

/** Gives the parts of the site their texts, which do not come with the first page. */
export function SiteMessages({ children }: { readonly children: ReactNode }) {
  const messages = useMessages();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const whole = useMemo(
    () => ({ ...messages, categories, content, lanes, memory, nodeTypes, triggers }),
    [messages],
  );
  return (
    <IntlProvider locale={locale} messages={whole} {...(timeZone === undefined ? {} : { timeZone })}>
      {children}
    </IntlProvider>
  );
}
