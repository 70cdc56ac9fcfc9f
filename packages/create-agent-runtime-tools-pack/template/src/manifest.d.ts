/** The part of package.json that the code reads. */
declare module '*/package.json' {
  const manifest: { readonly version: string };
  export default manifest;
}
