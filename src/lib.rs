pub mod names; pub mod family; pub mod history; pub mod scenario; pub mod testbed;
