"""Training of Shoutan's own networks: labels, layers, training, export. Start reading at README.md."""
