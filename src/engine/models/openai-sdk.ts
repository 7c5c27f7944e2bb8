export { createOpenAICompatible } from '@ai-sdk/openai-compatible';
export { generateText } from 'ai';
