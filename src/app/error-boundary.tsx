import { Component, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/button';
import { NoticePage } from './notice-page';
import { hrefOf, START } from './routes';

type Props = {
  /** Changing it gives the children another try (the address changed). */
  readonly resetKey: string;
  /** Saves what is on the screen to a file; absent where there is nothing. */
  readonly onDownload?: (() => void) | undefined;
  readonly children: ReactNode;
};
type State = { readonly failed: string | null; readonly at: string };

/** Whatever breaks below, the page says so and offers the document and a reload; it is never blank. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: null, at: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: error instanceof Error ? error.message : String(error) };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.at ? null : { failed: null, at: props.resetKey };
  }

  override render(): ReactNode {
    return this.state.failed === null ? (
      this.props.children
    ) : (
      <Crash message={this.state.failed} onDownload={this.props.onDownload} />
    );
  }
}

function Crash({
  message,
  onDownload,
}: {
  readonly message: string;
  readonly onDownload: (() => void) | undefined;
}) {
  const t = useTranslations('app.crash');
  return (
    <NoticePage title={t('title')} text={t('text')} detail={t('detail', { message })}>
      <Button variant="primary" onClick={() => window.location.reload()}>
        {t('reload')}
      </Button>
      {onDownload !== undefined && <Button onClick={onDownload}>{t('download')}</Button>}
      <Button
        variant="quiet"
        onClick={() => {
          window.location.hash = hrefOf(START);
          window.location.reload();
        }}
      >
        {t('home')}
      </Button>
    </NoticePage>
  );
}
