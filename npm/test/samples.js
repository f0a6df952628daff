/** The least that is valid. */
export const MINIMAL_AGENT = `---
name: greeter
model: zai/glm-5.3
---
Greet whoever writes to you.
`;
