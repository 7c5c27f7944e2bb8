/** The published JavaScript implementation of the language, which tests compare ours with. */
declare module 'expression-language' {
  export class ExpressionLanguage {
    evaluate(expression: string, values: { readonly [name: string]: unknown }): unknown;
  }
}
