/** The two tools of the first design of this package, as written there. */
export const EXAMPLE_TOOLS = `# tools.yaml
tools:
  - name: file_reader
    description: Read file contents
    tool_type: python
    input_schema:
      type: object
      properties:
        path: {type: string}
    implementation_config:
      module: file_tools
      function_name: read_file
    metadata:
      category: filesystem
      requires_approval: false

  - name: dangerous_delete
    description: Delete files
    tool_type: shell
    input_schema:
      type: object
      properties:
        path: {type: string}
    implementation_config:
      command: "rm {path}"
    metadata:
      is_dangerous: true
      requires_approval: true
`;
