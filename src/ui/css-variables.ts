// Custom properties in the `style` of an element.
declare module 'react' {
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}

export type {};
