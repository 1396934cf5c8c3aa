declare module "*.css?inline" {
  const styles: string;

  export { styles as default };
}
